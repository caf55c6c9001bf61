alter table orders validate constraint orders_words_check;
