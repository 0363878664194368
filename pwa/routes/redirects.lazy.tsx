/** Addresses that lead on to another: a random creator or post, and a post known without its creator. */
import { useParams } from "@tanstack/react-router";
import {
  RandomCreatorPage,
  RandomPostPage,
  ResolvePage,
} from "../features/browse/redirects/RedirectPages.tsx";

const Resolve = () => {
  const { service = "", post } = useParams({ strict: false });
  return <ResolvePage service={service} post={post} />;
};

export const screens = {
  "/artists/random": RandomCreatorPage,
  "/posts/random": RandomPostPage,
  "/$service/post/{-$post}": Resolve,
};
