/** Shares: files somebody gave to the archive. */
import { z } from "zod/mini";
import { ShareList, SharePage } from "../entities/share.ts";
import { offset, searchText } from "../rules/offset.ts";
import { endpoint } from "./endpoint.ts";
import { CreatorParams } from "./profile.ts";

const ListQuery = z.object({ o: offset() });

export const listShares = endpoint({
  method: "GET",
  path: "/v1/shares",
  access: "anyone",
  topics: ["shares", "share_files", "files", "totals", "creators.listed", "removed_files"],
  summary:
    "All shares, last added first, 50 a page. With `q`, those that have each of its words in their name or in the names of their files.",
  query: z.object({ o: offset(), q: searchText(2) }),
  response: ShareList,
});

export const listCreatorShares = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/shares",
  access: "anyone",
  topics: ["shares", "creators"],
  summary: "A creator's shares, last added first, 50 a page; an empty list when there are none.",
  params: CreatorParams,
  query: ListQuery,
  response: ShareList,
});

export const getShare = endpoint({
  method: "GET",
  path: "/v1/share/:id",
  access: "anyone",
  topics: ["shares", "share_files", "files", "creators.listed", "removed_files"],
  summary: "One share with its files.",
  params: z.object({ id: z.string() }),
  response: SharePage,
  errors: { 404: ["Not Found"] },
});
