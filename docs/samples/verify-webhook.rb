require 'openssl'

# raw_body: request.body.read, before any parsing.
def genuine?(raw_body, signature_header, secret)
  expected = "sha256=#{OpenSSL::HMAC.hexdigest('SHA256', secret, raw_body)}"
  OpenSSL.secure_compare(expected, signature_header.to_s)
end
