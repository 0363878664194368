/** A process that answers post pages as cheaply as Node can: the query and its JSON; started by bench-page. */
import { createServer } from "node:http";
import { openDatabase } from "#backend/db/client.ts";
import { postPage } from "#backend/features/posts/post-queries.ts";

const sql = openDatabase(process.env["DATABASE_URL"] ?? "");

createServer((request, response) => {
  const [service = "", , id = "", , post = ""] = (request.url ?? "")
    .split("/")
    .slice(3)
    .map(decodeURIComponent);
  postPage(sql, { service, id, post }).then(
    (page) => response.setHeader("content-type", "application/json").end(JSON.stringify(page)),
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(Number(process.env["PORT"]), "127.0.0.1", () => process.send?.("ready"));
