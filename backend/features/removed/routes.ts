import { listRemoved } from "#shared/contracts/removed.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { removedAfter } from "./queries.ts";

export const removedRoutes: Mounted[] = [mount(listRemoved, ({ sql, query }) => removedAfter(sql, query))];
