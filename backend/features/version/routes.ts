import { getArchiveState } from "#shared/contracts/archive.ts";
import { getAppVersion } from "#shared/contracts/version.ts";
import { readCommit } from "../../commit.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { archiveState } from "./queries.ts";

export function archiveRoutes(): Mounted[] {
  // Read once: the commit of a running server does not change.
  let commit: Promise<string> | undefined;
  return [
    mount(getAppVersion, () => {
      commit ??= readCommit();
      return commit;
    }),
    mount(getArchiveState, ({ sql }) => archiveState(sql)),
  ];
}
