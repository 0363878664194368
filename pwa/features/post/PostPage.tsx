import type { PostParams } from "./api.ts";

export function PostPage(_: { params: PostParams }) {
  return null;
}
