/** A process that answers post pages as cheaply as Node can: the query and its JSON; started by bench-page. */
import { createServer } from "node:http";
import { openDatabase } from "#backend/db/client.ts";
import { type PostKey, type PostPage, postPage } from "#backend/features/posts/post-queries.ts";
import { insertJson } from "#backend/http/answer-forms.ts";

const sql = openDatabase(process.env["DATABASE_URL"] ?? "");

async function pageOf(key: PostKey): Promise<PostPage> {
  const page = await postPage(sql, key);
  if (page === undefined) throw new Error("There is no such post.");
  return page;
}

createServer((request, response) => {
  const [service = "", , id = "", , post = ""] = (request.url ?? "")
    .split("/")
    .slice(3)
    .map(decodeURIComponent);
  pageOf({ service, id, post }).then(
    ({ contents, ...page }) =>
      response.setHeader("content-type", "application/json").end(insertJson(page, contents).text),
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(Number(process.env["PORT"]), "127.0.0.1", () => process.send?.("ready"));
