import os

from roundsman import Roundsman

client = Roundsman(base_url="https://routes.example.com", api_key=os.environ["API_KEY"])
