-- Asks for pages in turn, each request as another visitor behind a trusted proxy: BENCH_PAGES has an address in each line.
local pages, turn = {}, 0
for page in os.getenv("BENCH_PAGES"):gmatch("%S+") do pages[#pages + 1] = page end

function request()
   turn = turn + 1
   wrk.headers["X-Forwarded-For"] = "10." .. turn % 251 .. "." .. turn % 241 .. "." .. turn % 239
   return wrk.format("GET", pages[turn % #pages + 1])
end
