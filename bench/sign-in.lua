-- Wrong passwords for names that exist and names that do not.
local count = 0

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"

function request()
    count = count + 1
    local name = count % 2 == 0 and "admin" or "nobody" .. count
    return wrk.format(nil, nil, nil, "name=" .. name .. "&password=wrong" .. count .. "&next=/admin")
end
