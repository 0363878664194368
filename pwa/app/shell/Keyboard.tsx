/** Global shortcuts, and the dialogs they open, which are loaded on first use. */
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { focusSearch } from "../../features/search/SearchBox.tsx";
import { t } from "../../i18n/index.ts";
import type { PostAddress } from "../../lib/post-address.ts";
import { QUEUE_SHORTCUTS, shortcutOf } from "../../lib/shortcuts.ts";
import { flash } from "../../lib/toast.ts";
import { takeKeys } from "../start/deferred.ts";

const loadHelp = () => import("../../features/settings/shortcuts/ShortcutHelp.tsx");
const loadPalette = () => import("./CommandPalette.tsx");
const loadCards = () => import("../../features/settings/shortcuts/cards.ts");
const loadGallery = () => import("../../features/post/CardGallery.tsx");
const loadSave = () => import("../../features/settings/shortcuts/save-post.ts");
const loadFavorite = () => import("../../features/settings/shortcuts/favorite-here.ts");
const ShortcutHelp = lazy(() => loadHelp().then((file) => ({ default: file.ShortcutHelp })));
const CommandPalette = lazy(() => loadPalette().then((file) => ({ default: file.CommandPalette })));
const CardGallery = lazy(() => loadGallery().then((file) => ({ default: file.CardGallery })));

type Opened = "help" | "palette";
const LOAD = { help: loadHelp, palette: loadPalette };

/** Text typed while the palette is loading; passed on to it. */
let typedAhead: string | undefined;

function takeTyped(): string {
  const typed = typedAhead ?? "";
  typedAhead = undefined;
  return typed;
}

/** Ignores failed loads, for example offline. */
const ignore = () => {
  typedAhead = undefined;
};

export function Keyboard() {
  const [opened, setOpened] = useState<Opened>();
  const [gallery, setGallery] = useState<PostAddress>();
  const client = useQueryClient();
  useEffect(() => {
    const open = (what: Opened) => void LOAD[what]().then(() => setOpened(what), ignore);
    let previous: Promise<unknown> = Promise.resolve();
    /** Code of one key may be loaded before that of the key pressed earlier. Actions begin in order; none waits for an end. */
    const inOrder = <T,>(loading: Promise<T>, act: (file: T) => unknown) => {
      const begun = Promise.all([loading, previous]);
      begun.then(([file]) => act(file)).catch(ignore);
      previous = begun.catch(() => {});
    };
    const onKey = (event: KeyboardEvent) => {
      const { key } = event;
      const isChord = event.ctrlKey || event.metaKey;
      if (isChord && !event.altKey && !event.shiftKey && key.toLowerCase() === "k") {
        event.preventDefault(); // overrides the browser's search
        const palette = document.querySelector<HTMLDialogElement>("dialog#palette[open]");
        if (palette !== null) return palette.close();
        typedAhead ??= "";
        return open("palette");
      }
      if (typedAhead !== undefined) {
        if (isChord || (key !== "Enter" && [...key].length !== 1)) return;
        event.preventDefault();
        typedAhead += key === "Enter" ? "\n" : key;
        return;
      }
      if (document.querySelector("dialog[open]") !== null) return;
      const shortcut = shortcutOf(event);
      if (shortcut === undefined || shortcut === "media") return; // handled in features/reading/content-warning
      if (QUEUE_SHORTCUTS.includes(shortcut)) return;
      event.preventDefault();
      if (shortcut === "search") focusSearch();
      else if (shortcut === "help") open("help");
      else if (shortcut === "favorite") inOrder(loadFavorite(), ({ favoriteHere }) => favoriteHere(client));
      else
        inOrder(loadCards(), async ({ moveCard, openGallery, postHere }) => {
          if (shortcut === "next" || shortcut === "previous") return moveCard(shortcut === "next" ? 1 : -1);
          if (shortcut === "gallery") {
            const address = openGallery();
            if (address !== undefined) await loadGallery();
            return setGallery(address);
          }
          const post = postHere();
          if (post === undefined) return flash({ text: t("shortcuts.noPost") });
          const { savePost } = await loadSave();
          await savePost(client, post.address, post.title);
        });
    };
    document.addEventListener("keydown", onKey);
    takeKeys().forEach(onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [client]);
  /** Closing one dialog must not close its successor. */
  const close = (what: Opened) => setOpened((now) => (now === what ? undefined : now));
  return (
    <Suspense fallback={null}>
      {opened === "help" ? <ShortcutHelp onClose={() => close("help")} /> : null}
      {gallery === undefined ? null : (
        <CardGallery
          key={`${gallery.service}/${gallery.id}/${gallery.post}`}
          params={gallery}
          onClose={() => setGallery(undefined)}
        />
      )}
      {opened === "palette" ? (
        <CommandPalette
          takeTyped={takeTyped}
          onClose={() => close("palette")}
          onHelp={() => setOpened("help")}
        />
      ) : null}
    </Suspense>
  );
}
