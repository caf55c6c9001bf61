-- Asks the directory of any installation where a request belongs. HAProxy's configuration loads this file, so install both.
-- HAProxy of Debian includes Lua and its HTTP client.

-- Addresses of the directories, separated by commas. The command `fleet proxy` writes them into HAProxy's configuration.
local directories = {}
for address in string.gmatch(os.getenv("DIRECTORIES"), "[^,]+") do table.insert(directories, address) end
-- Milliseconds for each part of a question: connecting, sending and reading.
local TIMEOUT = 5000
-- Seconds in which a directory that did not respond is asked last.
local PAUSE = 5

local failed_at = {}

-- The directories that responded come first, from one that changes with each request.
local turn = 0
local function in_order()
  turn = turn + 1
  local good, bad = {}, {}
  for i = 0, #directories - 1 do
    local one = directories[(turn + i) % #directories + 1]
    local late = failed_at[one] and core.now().sec - failed_at[one] < PAUSE
    table.insert(late and bad or good, one)
  end
  for _, one in ipairs(bad) do table.insert(good, one) end
  return good
end

core.register_action("where", { "http-req" }, function(txn)
  local sent = txn.http:req_get_headers()
  local headers = {
    ["x-forwarded-uri"] = { txn.sf:pathq() },
    ["x-forwarded-host"] = { sent["host"] and sent["host"][0] or "" },
  }
  for _, name in ipairs({ "authorization", "cookie" }) do
    if sent[name] then headers[name] = { sent[name][0] } end
  end
  for _, one in ipairs(in_order()) do
    local answer = core.httpclient():get({ url = one .. "/where", headers = headers, timeout = TIMEOUT })
    local installation = answer.headers and answer.headers["x-installation"]
    if answer.status == 204 and installation then
      failed_at[one] = nil
      txn:set_var("txn.installation", installation[0])
      return
    end
    -- The directory answered that the installation can't be found now.
    if answer.headers and answer.headers["retry-after"] then return end
    failed_at[one] = core.now().sec
  end
end)
