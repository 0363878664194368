/** Creators and posts that lists name. */
import { z } from "zod/mini";
import { ServiceName } from "../entities/creator.ts";

const Key = z
  .string()
  .check(
    z.refine(
      (id) => /^[^\p{Cc}\p{Cs}/]{1,200}$/u.test(id) && id !== "." && id !== "..",
      "Expected an ID of 1 to 200 characters, none of them a slash.",
    ),
  );
const Name = z._default(
  z
    .string()
    .check(
      z.refine(
        (text) => /^[^\p{Cc}\p{Cs}]{0,500}$/u.test(text),
        "Expected a line of at most 500 characters.",
      ),
    ),
  "",
);

export const WantedCreator = z.object({
  service: ServiceName,
  id: Key,
  /** The id is the public name in addresses: the list does not have the other. */
  by_public_id: z._default(z.boolean(), false),
  name: Name,
});
export type WantedCreator = z.infer<typeof WantedCreator>;

export const WantedPost = z.object({
  service: ServiceName,
  id: Key,
  /** Creator; null if the list does not say. */
  user: z._default(z.nullable(Key), null),
  title: Name,
});
export type WantedPost = z.infer<typeof WantedPost>;
