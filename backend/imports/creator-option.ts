/** `--creator`: creator of files without metadata. */
import { z } from "zod";
import { ExpectedError } from "#backend/expected-error.ts";
import { ServiceName } from "#shared/entities/creator.ts";
import type { Reading } from "./formats/lib/format.ts";

const OPTION = /^(?:(?<folder>.*):)?(?<service>[a-z]+)\/(?<id>[^/=]+)=(?<name>.+)$/su;
const Given = z.object({
  folder: z.string().default(""),
  service: ServiceName,
  id: z.string(),
  name: z.string(),
});

/**
 * @param options `service/id=name` for everything, `folder:service/id=name` for the content of a folder of the import
 * @throws ExpectedError naming the malformed option
 */
export function creatorsByPath(options: readonly string[]): Reading["creatorOf"] {
  const given = options.map((option) => {
    const parsed = Given.safeParse({ ...OPTION.exec(option)?.groups });
    if (!parsed.success)
      throw new ExpectedError(
        `--creator ${option}: expected [folder:]service/id=name, as in patreon/12345=Ann`,
      );
    return parsed.data;
  });
  given.sort((a, b) => b.folder.length - a.folder.length);
  return (path) => {
    const found = given.find(
      ({ folder }) => folder === "" || path === folder || path.startsWith(`${folder}/`),
    );
    return found && { service: found.service, id: found.id, name: found.name };
  };
}
