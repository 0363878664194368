import { Link, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useRef, useState } from "react";
import { MAX_NAME_LENGTH } from "#shared/rules/collections.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { cardImage } from "#shared/services/card-image.ts";
import { t } from "../../../i18n/index.ts";
import { previewAddress } from "../../../lib/addresses.ts";
import { flash } from "../../../lib/toast.ts";
import {
  deleteCollection,
  moveInCollection,
  removeFromCollection,
  renameCollection,
} from "../../../offline/collections/collections.ts";
import type { CollectedPost, CollectionRow } from "../../../offline/db/records.ts";
import { useSavedMarks } from "../../../offline/library/saved-marks.ts";
import button from "../../../ui/Button.module.css";
import { OutOfView } from "../../../ui/Deferred.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { NameForm } from "../../../ui/NameForm.tsx";
import { NotFound } from "../../../ui/NotFound.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { OutsideMenu, PopoverMenu } from "../../../ui/PopoverMenu.tsx";
import line from "../../../ui/PostRow.module.css";
import { ScreenIcon } from "../../../ui/ScreenIcon.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { GuestLinkButton } from "../../account/guest-links/lazy.tsx";
import { CoverSign } from "../../reading/content-warning/HiddenMedia.tsx";
import { useOffer } from "../../reading/content-warning/prompt.ts";
import { useTextOnly } from "../../reading/content-warning/store.ts";
import { showSaved } from "../saved/dialogs.ts";
import { markText } from "../saved/SaveButton.tsx";
import { ZipPosts } from "../zip/ZipPosts.tsx";
import styles from "./Collections.module.css";
import { useCollections } from "./store.ts";

/** `/collections/:collection` */
export function CollectionPage({ id }: { id: string }) {
  const rows = useCollections();
  const row = rows?.find((one) => one.id === id);
  if (rows === undefined)
    return <div className={page.page} role="status" aria-label={t("collections.loading")} />;
  return row === undefined ? <NotFound /> : <Collection key={id} row={row} />;
}

function Collection({ row }: { row: CollectionRow }) {
  const [isMoving, setIsMoving] = useState(false);
  const [said, setSaid] = useState("");
  const [isPacking, setIsPacking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { id, name, posts } = row;
  useOffer([...new Set(posts.map(({ service }) => service))]);
  const move = async (post: CollectedPost, by: number) => {
    const key = postKey(post);
    const to = posts.findIndex((one) => postKey(one) === key) + by;
    if (to < 0 || to >= posts.length) return;
    await moveInCollection(id, key, by);
    setSaid(t("collections.moved", { title: post.title, place: to + 1, count: posts.length }));
  };
  const remove = async (post: CollectedPost) => {
    const undo = await removeFromCollection(id, postKey(post));
    flash({ text: t("collections.removed", { title: post.title, name }), undo });
  };
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={name}>
          <bdi>{name}</bdi>
        </PageHeading>
        <div className={styles.actions}>
          {posts.length === 0 ? null : (
            <Link to="/read" search={{ collection: id }} className={button.button}>
              {t("collections.read")}
            </Link>
          )}
          {posts.length === 0 ? null : (
            <button
              type="button"
              className={button.button}
              aria-haspopup="dialog"
              onClick={() => showSaved({ kind: "save", subject: { kind: "posts", posts } })}
            >
              <Icon name="saved" size={18} />
              {t("posts.save")}
            </button>
          )}
          {posts.length === 0 ? null : (
            <button
              type="button"
              className={button.button}
              aria-haspopup="dialog"
              onClick={() => setIsPacking(true)}
            >
              <Icon name="files" size={18} />
              {t("zip.open")}
            </button>
          )}
          {isPacking ? <ZipPosts posts={posts} title={name} onClose={() => setIsPacking(false)} /> : null}
          {posts.length < 2 ? null : (
            <button
              type="button"
              className={button.button}
              aria-pressed={isMoving}
              onClick={() => setIsMoving(!isMoving)}
            >
              {t(isMoving ? "collections.reorderEnd" : "collections.reorder")}
            </button>
          )}
          <CollectionMenu row={row} />
        </div>
      </header>
      <p className={page.note}>
        {t("collections.count", { count: posts.length })}
        {isMoving ? ` · ${t("collections.reorderNote")}` : null}
      </p>
      <p className="sr-only" role="status">
        {said}
      </p>
      {posts.length === 0 ? <EmptyState message={t("collections.empty")} /> : null}
      <ul ref={list} className={styles.posts}>
        {posts.map((post) => (
          <li key={postKey(post)} className={styles.post}>
            <PostLine post={post} />
            {isMoving ? (
              <MoveButtons post={post} onMove={(by) => void move(post, by)} />
            ) : (
              <button
                type="button"
                className={button.icon}
                aria-label={t("collections.remove", { title: post.title })}
                title={t("collections.removeShort")}
                onClick={() => void remove(post)}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function PostLine({ post }: { post: CollectedPost }) {
  const { service, user, id, title, creatorName } = post;
  const mark = useSavedMarks().get(postKey(post));
  const image = useTextOnly() ? undefined : cardImage({ ...post, attachments: [...post.attachments] });
  return (
    <Link to="/$service/user/$id/post/$post" params={{ service, id: user, post: id }} className={line.link}>
      <span className={line.picture} data-cover={service}>
        {image === undefined ? (
          <Icon name="posts" size={28} />
        ) : (
          <img
            src={previewAddress(image.path, 360)}
            alt=""
            width={96}
            height={96}
            loading="lazy"
            decoding="async"
          />
        )}
        {image === undefined ? null : <CoverSign service={service} />}
      </span>
      <span className={line.text}>
        <span className={line.title} dir="auto">
          {title}
        </span>
        <span className={line.facts}>
          {creatorName === undefined ? null : <bdi>{creatorName}</bdi>}
          <ServiceMark service={service} />
          {mark === undefined || mark.state === "listed" ? null : <span>{markText(mark)}</span>}
        </span>
      </span>
    </Link>
  );
}

/** Two buttons, also for arrow keys. The focus moves with the post, as its row is moved in place. */
function MoveButtons({ post, onMove }: { post: CollectedPost; onMove: (by: number) => void }) {
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <span className={styles.moves}>
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          type="button"
          className={button.icon}
          aria-label={t("collections.move", { way: by < 0 ? "up" : "down", title: post.title })}
          onKeyDown={onKey}
          onClick={() => onMove(by)}
        >
          <Icon name={by < 0 ? "up" : "down"} />
        </button>
      ))}
    </span>
  );
}

function CollectionMenu({ row: { id, name, posts } }: { row: CollectionRow }) {
  const navigate = useNavigate();
  const [isRenaming, setIsRenaming] = useState(false);
  const remove = async () => {
    const undo = await deleteCollection(id);
    await navigate({ to: "/collections", replace: true });
    flash({ text: t("collections.deleted", { name }), undo });
  };
  return (
    <>
      <PopoverMenu label={t("share.more")}>
        <button type="button" className={button.button} onClick={() => setIsRenaming(true)}>
          <ScreenIcon name="pen" size={18} />
          {t("collections.rename")}
        </button>
        {posts.length === 0 ? null : (
          <OutOfView>
            <GuestLinkButton
              target={{
                collection: {
                  title: name,
                  posts: posts.map((post) => ({ service: post.service, id: post.id })),
                },
              }}
            />
          </OutOfView>
        )}
        <button type="button" className={button.button} onClick={() => void remove()}>
          <Icon name="trash" size={18} />
          {t("collections.delete")}
        </button>
      </PopoverMenu>
      {isRenaming ? (
        <OutsideMenu>
          <RenameDialog id={id} name={name} onClose={() => setIsRenaming(false)} />
        </OutsideMenu>
      ) : null}
    </>
  );
}

function RenameDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  return (
    <Dialog className={styles.dialog} title={t("collections.rename")} onClose={onClose}>
      <NameForm
        label={t("collections.name")}
        action={t("collections.rename")}
        maxLength={MAX_NAME_LENGTH}
        name={name}
        onSubmit={(next) => {
          void renameCollection(id, next);
          onClose();
        }}
      />
    </Dialog>
  );
}
