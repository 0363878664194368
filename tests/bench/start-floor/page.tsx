/** The least that shows saved posts: React, Dexie and a worker that answers from its cache. */
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { PostRow, SavedRow } from "../../../pwa/offline/db/records.ts";
import { db } from "./db.ts";
import "./page.css";

const CARDS = 60;

const picture = (path: string, width: number) =>
  width > 360 ? `/thumbnail/data${path}` : `/thumbnail/data${path}?w=${width}`;

const addressOf = (key: string) => `/${key}`.replace(/(?<=.)\//, "/user/").replace(/\/(?=[^/]*$)/, "/post/");
const keyOf = (path: string) => /^\/(\w+)\/user\/([^/]+)\/post\/([^/]+)$/.exec(path)?.slice(1).join("/");

function Page() {
  const [open, setOpen] = useState(keyOf(location.pathname));
  useEffect(() => {
    const follow = () => setOpen(keyOf(location.pathname));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const show = (key: string) => {
    history.pushState(null, "", addressOf(key));
    setOpen(key);
  };
  return <main>{open === undefined ? <Library onOpen={show} /> : <Post id={open} />}</main>;
}

function Library({ onOpen }: { onOpen: (key: string) => void }) {
  const [rows, setRows] = useState<SavedRow[]>([]);
  useEffect(() => void db.saved.orderBy("savedAt").reverse().limit(CARDS).toArray().then(setRows), []);
  return (
    <>
      <h1>Saved posts</h1>
      <ul>
        {rows.map((row) => (
          <li key={row.key}>
            <Card row={row} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Card({ row, onOpen }: { row: SavedRow; onOpen: (key: string) => void }) {
  const [service] = row.key.split("/");
  const image = row.files.find(({ kind }) => kind === "image");
  return (
    <article>
      <a
        href={addressOf(row.key)}
        onClick={(event) => {
          event.preventDefault();
          onOpen(row.key);
        }}
      >
        {image === undefined ? null : (
          <img
            src={picture(image.path, 360)}
            alt=""
            width={360}
            height={360}
            loading="lazy"
            decoding="async"
          />
        )}
        <h2>{row.title}</h2>
      </a>
      <p>{row.creatorName}</p>
      <p>
        {service} {Math.round(row.bytes / 1e3)} kB {new Date(row.savedAt).toISOString().slice(0, 10)}
      </p>
    </article>
  );
}

function Post({ id }: { id: string }) {
  const [row, setRow] = useState<PostRow>();
  useEffect(() => void db.posts.get(id).then(setRow), [id]);
  if (row?.page === undefined) return null;
  const { post, previews } = row.page;
  return (
    <article>
      <h1>{post.title}</h1>
      <p>
        {post.user} {post.published}
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cleaned it, and the floor does nothing twice */}
      <div dangerouslySetInnerHTML={{ __html: post.content }} />
      {previews.map((preview) =>
        "path" in preview ? (
          <p key={preview.path}>
            <img src={picture(preview.path, 800)} alt="" loading="lazy" decoding="async" />
          </p>
        ) : null,
      )}
    </article>
  );
}

void navigator.serviceWorker.register("/worker.js");
createRoot(document.getElementById("root")!).render(<Page />);
