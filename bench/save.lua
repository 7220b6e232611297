-- Saves a new record with every request: BENCH_FORM is the form as a browser sends it, with the word COUNTER in its name.
local form, count = os.getenv("BENCH_FORM"), 0
local start = tostring(os.time()) .. tostring(math.random(100000))

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"

function request()
    count = count + 1
    return wrk.format(nil, nil, nil, (form:gsub("COUNTER", start .. "x" .. count)))
end
