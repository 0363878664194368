import { type RefObject, useEffect, useState } from "react";

/** Place in a video or sound, in seconds. */
export function useCurrentTime(element: RefObject<HTMLMediaElement | null>): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const media = element.current;
    if (media === null) return;
    const read = () => setSeconds(media.currentTime);
    read();
    const controller = new AbortController();
    for (const event of ["timeupdate", "seeking", "loadedmetadata", "emptied"])
      media.addEventListener(event, read, { signal: controller.signal });
    return () => controller.abort();
  }, [element]);
  return seconds;
}
