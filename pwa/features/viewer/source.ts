/** Whether originals or previews are shown: chosen once per device (wishes C2). */
import { useState } from "react";
import { readStored, writeStored } from "../../lib/storage.ts";

export type Source = "original" | "preview";

const STORED = "image-source";

/** Nothing chosen: originals, but previews where the browser is asked to save data. */
function chosenSource(): Source {
  const stored = readStored(STORED);
  if (stored === "original" || stored === "preview") return stored;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true ? "preview" : "original";
}

export function useSource(): [Source, (source: Source) => void] {
  const [source, setSource] = useState(chosenSource);
  return [
    source,
    (chosen) => {
      setSource(chosen);
      writeStored(STORED, chosen);
    },
  ];
}
