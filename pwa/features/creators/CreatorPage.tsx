import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import type { CreatorProfile } from "#shared/entities/creator.ts";
import { isService, paysite } from "#shared/paysites/index.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { Failure } from "../../api/Failure.tsx";
import { type ListSearch, offsetNumber } from "../../lib/list-search.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { NotFound } from "../../ui/NotFound.tsx";
import page from "../../ui/Page.module.css";
import { OpenPaginator, Paginator } from "../../ui/Paginator.tsx";
import { creatorPostsQuery, PostGrid, PostGridSkeleton, PostSearchForm } from "../posts/public.ts";
import { profileQuery } from "./api.ts";
import { CreatorHeader, CreatorHeaderSkeleton } from "./CreatorHeader.tsx";
import { CreatorTabs } from "./CreatorTabs.tsx";

export interface CreatorPageProps {
  params: { service: string; id: string };
  search: ListSearch;
}

/** `/:service/user/:id`: one creator and their posts. */
export function CreatorPage({ params, search }: CreatorPageProps) {
  const { data: profile, error, refetch } = useQuery(profileQuery(params));
  if (!isService(params.service)) return <NotFound />;
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (profile !== undefined && isOtherName(profile, params.id)) {
    return (
      <Navigate
        to="/$service/user/$id"
        params={{ service: params.service, id: profile.id }}
        search={search}
        replace
      />
    );
  }
  return (
    <div className={page.page}>
      {profile === undefined ? <CreatorHeaderSkeleton /> : <CreatorHeader profile={profile} />}
      <CreatorTabs params={params} />
      {params.service === "discord" ? (
        <EmptyState message={`Chat servers of ${paysite("discord").title} cannot be read here yet.`} />
      ) : (
        <CreatorPosts params={params} search={search} total={profile?.post_count} />
      )}
    </div>
  );
}

/** Whether the address uses the public name where the canonical id differs (spec section 2). */
function isOtherName(profile: CreatorProfile, id: string): boolean {
  return id === profile.public_id && id !== profile.id;
}

function CreatorPosts({ params, search, total }: CreatorPageProps & { total: number | undefined }) {
  const { data: posts, error, refetch } = useQuery(creatorPostsQuery(params, search));
  const offset = offsetNumber(search.o);
  const isFiltered = search.q !== undefined || search.tag !== undefined;
  return (
    <>
      <PostSearchForm search={search} label="Search these posts" />
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : posts === undefined ? (
        <PostGridSkeleton />
      ) : posts.length === 0 ? (
        <EmptyState message="There are no posts for your query." />
      ) : (
        <>
          <PostGrid posts={posts} />
          {isFiltered || total === undefined ? (
            <OpenPaginator offset={offset} isFull={posts.length === PAGE_SIZE} label="Pages of posts" />
          ) : (
            <Paginator offset={offset} count={total} label="Pages of posts" />
          )}
        </>
      )}
    </>
  );
}
