import { useQuery } from "@tanstack/react-query";
import { Rich } from "../../../i18n/Rich.tsx";
import { day } from "../../../lib/dates.ts";
import { DateText } from "../../../ui/DateText.tsx";
import page from "../../../ui/Page.module.css";
import { takedownsQuery } from "./api.ts";

export interface TakedownNoteProps {
  service: string;
  user: string;
  /** Limits the note to this post. */
  post?: string;
  /** Shown on a page that replaces removed content. */
  isPage?: boolean;
}

/** Takedowns of a creator with dates; nothing if there are none or they cannot be loaded. */
export function TakedownNote({ service, user, post, isPage = false }: TakedownNoteProps) {
  const { data = [] } = useQuery(takedownsQuery({ service, id: user }));
  const whole = data.find((one) => one.post === null);
  const posts = data.filter((one) => one.post !== null && (post === undefined || one.post === post));
  const last = whole ?? posts.at(-1);
  if (last === undefined) return null;
  const id =
    whole !== undefined ? "takedowns.creator" : post === undefined ? "takedowns.posts" : "takedowns.post";
  return (
    <p className={isPage ? `${page.note} ${page.centered}` : page.note}>
      <Rich
        id={id}
        values={{ count: posts.length, date: day(last.at) }}
        tags={{ time: () => <DateText iso={last.at} /> }}
      />
    </p>
  );
}
