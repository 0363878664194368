/** Shares: files that visitors gave to the archive. */
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
    "All shares, last added first, 50 per page. With `q`, those whose name or file names contain all its words.",
  query: z.object({ o: offset(), q: searchText(2) }),
  response: ShareList,
});

export const listCreatorShares = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/shares",
  access: "anyone",
  topics: ["shares", "creators"],
  summary: "Shares of a creator, last added first, 50 per page; an empty list if there are none.",
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
