import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { t } from "../../i18n/index.ts";
import { flash } from "../../lib/toast.ts";
import { CollectTool } from "../library/collections/CollectButton.tsx";
import { type PostParams, postQuery } from "./api.ts";
import { imagesIn, picturesOf } from "./images.ts";
import { savableOf } from "./savable.ts";
import { useViewer } from "./viewer/use-viewer.tsx";

/** Opens the images of a listed post in the viewer, over the list. */
export function CardGallery({ params, onClose }: { params: PostParams; onClose: () => void }) {
  const { data, isError } = useQuery(postQuery(params));
  const images = data === undefined ? [] : imagesIn(picturesOf(data), data.post.content);
  const viewer = useViewer(
    images,
    params.service,
    (shown) => {
      if (shown === undefined) onClose();
    },
    (className) => (data === undefined ? null : <CollectTool post={savableOf(data)} className={className} />),
  );
  const isDone = useRef(false);
  const first = images[0]?.path;
  const isKnown = data !== undefined;
  useEffect(() => {
    if (isDone.current || !(isKnown || isError)) return;
    isDone.current = true;
    if (first !== undefined) return viewer.open(first);
    flash({ text: t(isKnown ? "shortcuts.noImages" : "shortcuts.notLoaded") });
    onClose();
  });
  return viewer.element;
}
