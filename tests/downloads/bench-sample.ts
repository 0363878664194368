/** A post as gallery-dl leaves it, and the same as a record of a bundle. */
import { createHash } from "node:crypto";
import { patreonFile } from "./import.ts";

const WORDS = "tide harbor boats rope lantern moss paper ink wash crane loom acorn".split(" ");
const KIB = 1024;

export function generatePost(n: number) {
  const seed = createHash("sha256").update(String(n)).digest();
  const text = Array.from({ length: 120 }, (_, at) => WORDS[(seed[at % 32]! + at) % WORDS.length]).join(" ");
  const fields = {
    title: `Post ${n}`,
    content: `<p>${text}</p><p>Post <strong>${n}</strong></p>`,
    tags: [WORDS[seed[0]! % WORDS.length]!],
  };
  const id = 10_000_000 + n;
  return {
    /** The bytes of its file. */
    content: Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(20 * KIB, seed)]),
    metadata: patreonFile(id, 1, "png", fields) as ReturnType<typeof patreonFile> & { extension?: string },
    post: { service: "patreon", id: String(id), user: "7", published: "2024-03-04T18:15:30", ...fields },
  };
}
