import { type RefObject, useEffect, useState } from "react";

/** Place in a video or sound in seconds, and a function that changes it, also before the file is loaded. */
export function useCurrentTime(
  element: RefObject<HTMLMediaElement | null>,
): [number, (seconds: number) => void] {
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
  const seek = (to: number) => {
    if (element.current !== null) element.current.currentTime = to;
    setSeconds(to);
  };
  return [seconds, seek];
}
