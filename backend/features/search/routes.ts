import { type SearchAnswer, searchAll } from "#shared/contracts/search.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { orBasic } from "../../search/basic.ts";
import { basicEverything } from "../../search/basic-everything.ts";
import { findEverything } from "../../search/everything.ts";
import { readQuery } from "../../search/persons.ts";
import { rememberPresence } from "./presence.ts";

const NOTHING: SearchAnswer = { creators: [], posts: [], dms: [], tags: [] };

/** Called once per server. */
export const searchRoutes = (present = rememberPresence()): Mounted[] => [
  mount(searchAll, async ({ sql, pool, signal, changes, search, query: { q } }) => {
    if (q === undefined) return NOTHING;
    const query = await readQuery(sql, q);
    return await orBasic(
      async () => present({ sql, changes }, await findEverything(search, query, { hasFallback: true })),
      () => basicEverything(pool, query, signal),
    );
  }),
];
