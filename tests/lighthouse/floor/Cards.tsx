/** @jsxRuntime automatic */
/** The list of posts as React alone shows it, without anything that the app does besides. */
import { useState } from "react";

export interface CardPost {
  service: string;
  user: string;
  id: string;
  title: string;
  published?: string | null;
  file: { path?: string };
}

export function Cards({ posts }: { posts: readonly CardPost[] }) {
  return (
    <main>
      <h1>Posts</h1>
      <ul>
        {posts.map((post) => (
          <li key={`${post.service}/${post.id}`}>
            <Card post={post} />
          </li>
        ))}
      </ul>
    </main>
  );
}

function Card({ post }: { post: CardPost }) {
  const [isSeen, setIsSeen] = useState(false);
  const { path } = post.file;
  return (
    <article>
      <a href={`/${post.service}/user/${post.user}/post/${post.id}`} onClick={() => setIsSeen(true)}>
        {path === undefined ? null : (
          <img src={`/thumbnail/data${path}?w=360`} alt="" width={360} height={360} loading="lazy" />
        )}
        <h2>{post.title}</h2>
      </a>
      <p>
        {post.service} {post.published?.slice(0, 10)} {isSeen ? "seen" : ""}
      </p>
    </article>
  );
}
