/** Connectors installed on this machine, for enabled services. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Service } from "#shared/services/index.ts";
import type { Connector, ConnectorRun } from "./attempt.ts";
import { runConnector } from "./connector.ts";
import { Manifest } from "./protocol.ts";

/** Subfolder of the data folder with one JSON file per connector. */
const CONNECTORS_FOLDER = "connectors";

/**
 * Reads the manifests `connectors/*.json` of the data folder. The first by name wins if a service has two connectors.
 * @throws Error naming an invalid manifest
 */
export async function installedConnectors(
  data: string,
  services: readonly Service[],
  built: readonly Manifest[] = [],
): Promise<Map<Service, Connector>> {
  const manifests = [...(await readManifests(join(data, CONNECTORS_FOLDER))), ...built];
  return new Map(
    services.flatMap((service): [Service, Connector][] => {
      const manifest = manifests.find((one) => one.services.includes(service));
      return manifest === undefined ? [] : [[service, connectorOf(manifest)]];
    }),
  );
}

const connectorOf = (manifest: Manifest): Connector => ({
  name: manifest.name,
  run: (options: ConnectorRun) => runConnector({ manifest, ...options }),
});

async function readManifests(folder: string): Promise<Manifest[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".json")).sort();
  return await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      try {
        return Manifest.parse(JSON.parse(await readFile(path, "utf8")));
      } catch (error) {
        throw new Error(`${path} is no manifest of a connector: ${(error as Error).message}`);
      }
    }),
  );
}
