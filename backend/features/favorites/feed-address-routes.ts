/** The secret feed link of an account's favorites. */
import { createFeedAddress, deleteFeedAddress, getFeedAddress } from "#shared/contracts/favorites.ts";
import { hashOf, randomToken } from "../../db/tokens.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { deleteFeed, feedCreated, replaceFeed } from "./feed-address-queries.ts";

export const feedAddressRoutes: Mounted[] = [
  mount(getFeedAddress, async ({ sql, principal }) => ({
    created_at: await feedCreated(sql, principal.id),
  })),
  mount(createFeedAddress, async ({ sql, principal }) => {
    const token = randomToken();
    await replaceFeed(sql, principal.id, hashOf(token));
    return { token };
  }),
  mount(deleteFeedAddress, async ({ sql, principal }) => {
    await deleteFeed(sql, principal.id);
    return true as const;
  }),
];
