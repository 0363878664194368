import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { useMedia, WIDE } from "../../../lib/media-query.ts";
import { NOTHING_SELECTED, pick } from "../../../lib/selection.ts";
import {
  keyOf as keyOfShortcut,
  type ShortcutId,
  shortcutOf,
  shortcutSettings,
} from "../../../lib/shortcuts.ts";
import { flash } from "../../../lib/toast.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { TASKS_KEY } from "../../account/tasks.ts";
import styles from "./Queue.module.css";
import { focusRow, useQueueFocus } from "./use-queue-focus.ts";

export interface QueueAction<T> {
  shortcut: ShortcutId;
  label: string;
  /** Accessible name of the button of one item. */
  nameOf?: (item: T) => string;
  /** Notice after it. */
  done: (count: number) => string;
  needsNote?: boolean;
  /** One request for each item, or one for all of them. */
  decide: ((item: T, note: string) => Promise<Undo>) | { all: (items: readonly T[]) => Promise<Undo> };
}

/** Undefined if the server has no way back. */
type Undo = (() => Promise<unknown>) | undefined;

export interface QueueNote<T> {
  label: string;
  maxLength: number;
  isLong?: boolean;
  initial?: (item: T) => string;
}

export interface QueueProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  nameOf: (item: T) => string;
  /** In order; the first is the primary one. */
  actionsOf: (items: readonly T[]) => QueueAction<T>[];
  /** Without links or buttons if wide: the row is a button then. */
  renderRow: (item: T, isWide: boolean) => ReactNode;
  /** Null for none. */
  renderDetails: (item: T, isWide: boolean) => ReactNode;
  /** Shown if nothing waits. */
  empty: ReactNode;
  /** Text sent with a decision. */
  note?: QueueNote<T>;
  problemOf: (error: unknown) => string;
  /** Refetches the list. */
  onDecided: () => Promise<unknown>;
}

/**
 * Items waiting for a decision. On wide screens a list beside the active item, otherwise one list with all details.
 * Keys move between the items and decide, for all selected items at once.
 */
export function Queue<T>(props: QueueProps<T>) {
  const { label, items, keyOf, nameOf, actionsOf, renderRow, renderDetails, empty, note } = props;
  const id = useId();
  const isWide = useMedia(WIDE);
  const list = useRef<HTMLUListElement>(null);
  useQueueFocus(list);
  const [current, setCurrent] = useState({ key: "", index: 0 });
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  const noteOf = (item: T) => notes[keyOf(item)] ?? note?.initial?.(item) ?? "";
  const { decide, isBusy, problem } = useDecisions({ ...props, noteOf, list });
  const keys = items.map(keyOf);
  const found = keys.indexOf(current.key);
  const index = found === -1 ? Math.min(current.index, items.length - 1) : found;
  const selected = items.filter((item) => selection.keys.has(keyOf(item)));
  const toggle = (key: string, isRange: boolean) =>
    setSelection((before) => pick(before, key, isRange, keys, Number.POSITIVE_INFINITY) ?? before);
  const move = (by: number, isInside: boolean) => {
    const to = isInside || isWide ? index + by : index;
    if (to >= 0 && to < items.length) focusRow(list.current?.children[to]);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = document.querySelector("dialog[open]") === null ? shortcutOf(event) : undefined;
    if (shortcut === undefined) return;
    const isInside = list.current?.contains(document.activeElement) === true;
    // On narrow screens only the focus shows which item is active.
    const active = isInside || isWide ? items.slice(index, index + 1) : [];
    const targets = selected.length > 0 ? selected : active;
    const action = actionsOf(targets).find((one) => one.shortcut === shortcut);
    if (shortcut === "next" || shortcut === "previous") move(shortcut === "next" ? 1 : -1, isInside);
    else if (shortcut === "select") for (const item of active) toggle(keyOf(item), false);
    else if (action !== undefined && targets.length > 0 && !event.repeat) void decide(action, targets);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    // Before the shortcuts of every page.
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, []);
  const failure = (
    <p className={styles.problem} role="alert">
      {problem}
    </p>
  );
  if (items.length === 0)
    return (
      <div className={styles.queue}>
        {failure}
        {empty}
      </div>
    );
  return (
    <div className={styles.queue}>
      {failure}
      {items.length < 2 ? null : (
        <label className={styles.all}>
          <input
            type="checkbox"
            checked={selected.length === items.length}
            onChange={({ target }) =>
              setSelection(target.checked ? { keys: new Set(keys), last: "" } : NOTHING_SELECTED)
            }
          />
          {t("queue.selectAll", { count: items.length })}
        </label>
      )}
      <ul
        ref={list}
        className={styles.list}
        aria-label={label}
        aria-busy={isBusy}
        style={isWide ? { gridTemplateRows: `repeat(${items.length}, auto) 1fr` } : undefined}
      >
        {items.map((item, at) => {
          const key = keyOf(item);
          const isActive = at === index;
          // Above long details, which scroll under them; below the details of a card.
          const actions = (
            <p className={styles.actions}>
              <Actions items={[item]} isNamed actions={actionsOf([item])} onDecide={decide} />
            </p>
          );
          return (
            <li key={key} onFocus={() => setCurrent({ key, index: at })}>
              <div className={styles.row} data-active={isActive || undefined}>
                <input
                  type="checkbox"
                  aria-label={t("selection.select", { title: nameOf(item) })}
                  checked={selection.keys.has(key)}
                  onClick={(event) => toggle(key, event.shiftKey)}
                  onChange={() => {}} // handled by the click event, which has the Shift key
                />
                {isWide ? (
                  <button
                    type="button"
                    id={`${id}-${key}`}
                    className={styles.summary}
                    data-row
                    aria-current={isActive}
                    onClick={() => setCurrent({ key, index: at })}
                  >
                    {renderRow(item, true)}
                  </button>
                ) : (
                  <div id={`${id}-${key}`} className={styles.summary} data-row tabIndex={-1}>
                    {renderRow(item, false)}
                  </div>
                )}
              </div>
              {isWide && !isActive ? null : (
                <article className={styles.details} aria-labelledby={`${id}-${key}`}>
                  {isWide ? actions : null}
                  <Details
                    content={renderDetails(item, isWide)}
                    note={note}
                    text={noteOf(item)}
                    onText={(text) => setNotes((before) => ({ ...before, [key]: text }))}
                  />
                  {isWide ? null : actions}
                </article>
              )}
            </li>
          );
        })}
      </ul>
      {selected.length === 0 ? null : (
        <Notice kind="selection">
          <section className={styles.bar} aria-label={t("queue.selection")}>
            <p>{t("selection.count", { count: selected.length })}</p>
            <button
              type="button"
              className={button.icon}
              aria-label={t("selection.end")}
              title={t("selection.end")}
              onClick={() => setSelection(NOTHING_SELECTED)}
            >
              <Icon name="close" size={22} />
            </button>
            <Actions items={selected} actions={actionsOf(selected)} onDecide={decide} />
          </section>
        </Notice>
      )}
    </div>
  );
}

type Decide<T> = (action: QueueAction<T>, targets: readonly T[]) => Promise<void>;

/** Decides on items; those that fail stay in the list. */
function useDecisions<T>({
  items,
  problemOf,
  onDecided,
  noteOf,
  list,
}: QueueProps<T> & {
  noteOf: (item: T) => string;
  list: { current: HTMLElement | null };
}) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // Only the list is waited for: what is pressed in the meantime would do nothing.
  const refresh = async () => {
    void client.invalidateQueries({ queryKey: TASKS_KEY });
    await onDecided();
  };
  const failed = (error: unknown) => {
    noteEndedSession(error);
    return problemOf(error);
  };
  const undoAll = async (undos: readonly (() => Promise<unknown>)[]) => {
    try {
      for (const undo of undos) await undo();
    } catch (error) {
      flash({ text: failed(error) });
    }
    await refresh();
  };
  const decide: Decide<T> = async (action, targets) => {
    if (isBusy) return;
    const unexplained =
      action.needsNote === true ? targets.find((item) => noteOf(item).trim() === "") : undefined;
    const first = list.current?.children[items.indexOf((unexplained ?? targets[0]) as T)];
    focusRow(first); // so that the next item gets the focus when this one leaves
    if (unexplained !== undefined) {
      // Rendered once the item is active.
      requestAnimationFrame(() => first?.querySelector<HTMLElement>("[data-note]")?.focus());
      return;
    }
    setBusy(true);
    setProblem(undefined);
    const undos: (() => Promise<unknown>)[] = [];
    let count = 0;
    const { decide: request } = action;
    const requests =
      typeof request === "function"
        ? targets.map((item) => ({ size: 1, send: () => request(item, noteOf(item)) }))
        : [{ size: targets.length, send: () => request.all(targets) }];
    for (const { size, send } of requests)
      try {
        const undo = await send();
        count += size;
        if (undo !== undefined) undos.push(undo);
      } catch (error) {
        setProblem(failed(error));
      }
    // Also after a failure, to show what another moderator decided.
    await refresh();
    setBusy(false);
    if (count === 0) return;
    flash({ text: action.done(count), ...(undos.length > 0 && { undo: () => void undoAll(undos) }) });
  };
  return { decide, isBusy, problem };
}

interface DetailsProps<T> {
  content: ReactNode;
  note: QueueNote<T> | undefined;
  text: string;
  onText: (text: string) => void;
}

function Details<T>({ content, note, text, onText }: DetailsProps<T>) {
  const id = useId();
  if (content === null) return null;
  const field = {
    id,
    className: button.field,
    maxLength: note?.maxLength,
    value: text,
    "data-note": true,
    onChange: ({ target }: { target: { value: string } }) => onText(target.value),
  };
  return (
    <>
      {content}
      {note === undefined ? null : (
        <div className={button.label}>
          <label htmlFor={id}>{note.label}</label>
          {note.isLong === true ? <textarea rows={2} {...field} /> : <input {...field} />}
        </div>
      )}
    </>
  );
}

interface ActionsProps<T> {
  items: readonly T[];
  /** The buttons' names say which item they are of. */
  isNamed?: boolean;
  actions: readonly QueueAction<T>[];
  onDecide: Decide<T>;
}

function Actions<T>({ items, isNamed = false, actions, onDecide }: ActionsProps<T>) {
  const settings = shortcutSettings.use();
  return actions.map((action, at) => {
    const key = settings.isOff ? "" : keyOfShortcut(action.shortcut, settings);
    return (
      <button
        key={action.shortcut}
        type="button"
        className={at === 0 ? `${button.button} ${button.primary}` : button.button}
        aria-label={isNamed ? items.map((item) => action.nameOf?.(item))[0] : undefined}
        aria-keyshortcuts={key === "" ? undefined : key}
        onClick={() => void onDecide(action, items)}
      >
        {action.label}
        {key === "" ? null : (
          <span className={styles.key} aria-hidden="true">
            <kbd>{key}</kbd>
          </span>
        )}
      </button>
    );
  });
}
