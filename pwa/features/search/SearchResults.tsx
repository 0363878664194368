import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useImperativeHandle } from "react";
import { isSearchable } from "#shared/text/scripts.ts";
import { HttpError, NetworkError } from "../../api/errors.ts";
import { t } from "../../i18n/index.ts";
import { Rich } from "../../i18n/Rich.tsx";
import { iconAddress } from "../../lib/addresses.ts";
import { withoutMarks } from "../../lib/highlight.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { ComboboxGroup, ComboboxList, ComboboxOption } from "../../ui/Combobox.tsx";
import { HiddenNote } from "../../ui/HiddenNote.tsx";
import { Marked } from "../../ui/Highlight.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import { CompletionRows } from "./completion/CompletionRows.tsx";
import { sizeOf } from "./muted.ts";
import { DeviceLabel } from "./offline-search/OfflineLabel.tsx";
import {
  allPostsOption,
  creatorOption,
  dmOption,
  messageOption,
  type Option,
  postOption,
  tagOption,
} from "./options.ts";
import styles from "./SearchResults.module.css";
import { SearchHistory } from "./saved-searches/lazy.ts";
import { type SearchInput, useSearchResults } from "./use-search-results.ts";

type Box = ReturnType<typeof useSearchResults>;

/** State of the results that the field displays. */
export interface FieldState {
  activeId?: string | undefined;
  /** The response takes longer than usual. */
  isStalled?: boolean;
}

interface Props extends SearchInput {
  /** Called with every key in the field. */
  onKeyDown: RefObject<((event: KeyboardEvent) => void) | null>;
  onState: (state: FieldState) => void;
}

/** The panel under the box. */
export function SearchResults({ onKeyDown, onState, ...field }: Props) {
  const box = useSearchResults(field);
  const { combobox, isStalled } = box;
  const { activeId } = combobox;
  useImperativeHandle(onKeyDown, () => combobox.onKeyDown);
  useEffect(() => onState({ activeId, isStalled }), [activeId, isStalled, onState]);
  if (!field.isOpen) return null;
  return (
    <div className={styles.panel}>
      {box.deviceSize === undefined ? null : <DeviceNote size={box.deviceSize} error={box.error} />}
      <Message box={box} />
      {box.answer?.fallback === true ? <p className={styles.device}>{t("conditions.fallback")}</p> : null}
      {box.typed === "" ? <SearchHistory /> : null}
      {box.mutedCount === 0 ? null : (
        <div className={styles.muted}>
          <HiddenNote
            text={t("list.muted", { count: box.mutedCount })}
            isShown={box.isMutedShown}
            onToggle={box.toggleMuted}
          />
        </div>
      )}
      <ComboboxList
        combobox={box.combobox}
        className={styles.list}
        label={t("search.results")}
        isBusy={box.isFetching}
      >
        {box.completions.length === 0 ? null : (
          <ComboboxGroup
            title={t("completion.label")}
            className={styles.section}
            headingClassName={styles.heading}
          >
            <CompletionRows combobox={box.combobox} completions={box.completions} onSelect={box.complete} />
          </ComboboxGroup>
        )}
        {box.answer === undefined ? null : <Sections box={box} answer={box.answer} />}
        {isSearchable(box.typed, 2) ? (
          <Row box={box} option={allPostsOption(box.typed)}>
            <span className={styles.sign}>
              <Icon name="search" />
            </span>
            <span className={styles.text}>
              <span className={styles.title}>
                <Rich
                  id="search.seeAll"
                  values={{ q: box.typed }}
                  tags={{ q: (words) => <bdi>{words}</bdi> }}
                />
              </span>
            </span>
          </Row>
        ) : null}
      </ComboboxList>
    </div>
  );
}

function Message({ box }: { box: Box }) {
  if (box.typed === "") return <p className={styles.message}>{t("search.help")}</p>;
  if (box.error !== null && box.deviceSize === undefined)
    return (
      <p className={styles.message} dir="auto">
        {searchProblem(box.error)}
      </p>
    );
  const { answer } = box;
  const isEmpty = answer !== undefined && sizeOf(answer) === 0;
  const isSaid = isEmpty && (!box.isFetching || box.deviceSize !== undefined);
  return (
    <p className={isSaid ? styles.message : "sr-only"} role="status">
      {isSaid ? t("search.empty") : ""}
    </p>
  );
}

/** Notice that only the device is searched, with the reason. */
function DeviceNote({ size, error }: { size: number; error: Error | null }) {
  const reason = navigator.onLine
    ? error === null
      ? "offline.slow"
      : "search.unavailable"
    : "offline.offline";
  return (
    <div className={styles.device}>
      <DeviceLabel size={size} />
      <p>{t(reason)}</p>
    </div>
  );
}

function searchProblem(error: Error): string {
  if (error instanceof NetworkError && !navigator.onLine) return t("search.offline");
  if (error instanceof HttpError && error.status === 400) return error.message;
  return t("search.unavailable");
}

function Sections({ box, answer }: { box: Box; answer: NonNullable<Box["answer"]> }) {
  const { messages = [] } = answer;
  return (
    <>
      <Section title={t("search.creators")} isEmpty={answer.creators.length === 0}>
        {answer.creators.map((creator) => (
          <Row key={creatorOption(creator).id} box={box} option={creatorOption(creator)}>
            <Creator service={creator.service} user={creator.id} name={creator.name} />
            <Text title={creator.name} service={creator.service} note={posts(creator.post_count)} />
          </Row>
        ))}
      </Section>
      <Section title={t("search.posts")} isEmpty={answer.posts.length === 0}>
        {answer.posts.map((post) => (
          <Row key={postOption(post).id} box={box} option={postOption(post)}>
            <Creator {...post} name={post.creator} />
            <Text
              title={post.title || t("posts.untitled")}
              snippet={post.snippet}
              service={post.service}
              note={post.in_picture ? `${post.creator} · ${t("results.in.image")}` : post.creator}
            />
          </Row>
        ))}
      </Section>
      <Section title={t("search.dms")} isEmpty={answer.dms.length === 0}>
        {answer.dms.map((dm) => (
          <Row key={dmOption(dm).id} box={box} option={dmOption(dm)}>
            <Creator {...dm} name={dm.creator} />
            <Text title={dm.creator} snippet={dm.snippet} service={dm.service} />
          </Row>
        ))}
      </Section>
      <Section title={t("search.messages")} isEmpty={messages.length === 0}>
        {messages.map((message) => (
          <Row key={messageOption(message).id} box={box} option={messageOption(message)}>
            <Creator {...message} name={message.creator} />
            <Text
              title={message.author?.trim() || t("chat.someone")}
              snippet={message.snippet}
              service={message.service}
              note={`${message.creator} #${message.channel_name}`}
            />
          </Row>
        ))}
      </Section>
      <Section title={t("search.tags")} isEmpty={answer.tags.length === 0}>
        {answer.tags.map((tag) => (
          <Row key={tagOption(tag).id} box={box} option={tagOption(tag)}>
            <span className={styles.sign}>
              <Icon name="tag" />
            </span>
            <Text title={tag.marked} note={posts(tag.post_count)} />
          </Row>
        ))}
      </Section>
    </>
  );
}

/** The creator's icon. */
function Creator({ service, user, name }: { service: string; user: string; name: string }) {
  return <Avatar src={iconAddress(service, user)} name={withoutMarks(name)} size={40} />;
}

const posts = (count: number) => t("search.postCount", { count });

function Section({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null;
  return (
    <ComboboxGroup title={title} className={styles.section} headingClassName={styles.heading}>
      {children}
    </ComboboxGroup>
  );
}

function Text({
  title,
  snippet = "",
  service,
  note,
}: {
  title: string;
  snippet?: string;
  service?: string;
  note?: string;
}) {
  return (
    <span className={styles.text}>
      <span className={styles.title} dir="auto">
        <Marked text={title} />
      </span>
      {snippet === "" ? null : (
        <span className={styles.snippet} dir="auto">
          <Marked text={snippet} />
        </span>
      )}
      <span className={styles.note}>
        {service === undefined ? null : <ServiceMark service={service} />}
        {note === undefined ? null : <span dir="auto">{note}</span>}
      </span>
    </span>
  );
}

function Row({ box, option, children }: { box: Box; option: Option; children: ReactNode }) {
  return (
    <ComboboxOption
      {...option}
      combobox={box.combobox}
      className={styles.row}
      onSelect={() => box.go(option)}
    >
      {children}
    </ComboboxOption>
  );
}
