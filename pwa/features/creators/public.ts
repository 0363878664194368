export { creatorPageQuery, updatedCreatorsQuery } from "./api.ts";
export { CreatorCard } from "./CreatorCard.tsx";
export { foundCreatorsQuery } from "./found-api.ts";
export { amongProfiles, type LinkedPage, linkedPostsQuery } from "./person-api.ts";
export { profileQuery } from "./profile-api.ts";
export { toCreatorSearch } from "./search.ts";
