/** Which answers the screens are drawn from: those that `app/early.js` asks for in the browser. */
import type { QueryClient } from "@tanstack/react-query";
import { creatorPageQuery, profileQuery, updatedCreatorsQuery } from "../features/creators/public.ts";
import { postQuery } from "../features/post/public.ts";
import { creatorPostsQuery, postsQuery } from "../features/posts/public.ts";

type Params = { service: string; id: string; post: string };

const SCREENS: [RegExp, string, (client: QueryClient, params: Params) => Promise<unknown>[]][] = [
  [
    /^\/$/,
    "home",
    (client) => [client.fetchQuery(postsQuery({})), client.fetchQuery(updatedCreatorsQuery())],
  ],
  [/^\/artists$/, "artists", (client) => [client.fetchQuery(creatorPageQuery({}))]],
  [/^\/posts$/, "posts", (client) => [client.fetchQuery(postsQuery({}))]],
  [
    /^\/(?<service>(?!discord\b)\w+)\/user\/(?<id>[\w-]+)$/,
    "creator",
    (client, creator) => [
      client.fetchQuery(profileQuery(creator)),
      client.fetchQuery(creatorPostsQuery(creator, {})),
    ],
  ],
  [
    /^\/(?<service>(?!discord\b)\w+)\/user\/(?<id>[\w-]+)\/post\/(?<post>[\w-]+)$/,
    "post",
    (client, { service, id, post }) => [
      client.fetchQuery(postQuery({ service, id, post })),
      client.fetchQuery(profileQuery({ service, id })),
    ],
  ],
];

/** @returns the name of the screen; undefined where it is not drawn; @throws where the API does not answer or there is no such page */
export async function ask(client: QueryClient, path: string): Promise<string | undefined> {
  for (const [pattern, name, asked] of SCREENS) {
    const found = pattern.exec(path);
    if (found === null) continue;
    await Promise.all(asked(client, { service: "", id: "", post: "", ...found.groups }));
    return name;
  }
  return undefined;
}
