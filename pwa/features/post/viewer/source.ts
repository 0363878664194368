/** Setting of this device: originals or previews. */
import { useState } from "react";
import { savesData } from "../../../lib/data-saver.ts";
import { readStored, writeStored } from "../../../lib/storage.ts";

export type Source = "original" | "preview";

const STORED = "image-source";

/** Starts with previews if data saver is on, whatever was chosen before. */
function chosenSource(): Source {
  if (savesData()) return "preview";
  return readStored(STORED) === "preview" ? "preview" : "original";
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
