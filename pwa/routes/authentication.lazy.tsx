import { useSearch } from "@tanstack/react-router";
import { LoginPage } from "../features/account/LoginPage.tsx";
import { LogoutPage } from "../features/account/LogoutPage.tsx";
import { RecoverPage } from "../features/account/RecoverPage.tsx";
import { RegisterPage } from "../features/account/RegisterPage.tsx";
import { SetupPage } from "../features/account/SetupPage.tsx";
import { DeviceFavorites } from "../features/favorites/DeviceFavorites.tsx";
import { one } from "../lib/list-search.ts";

function useLoginSearch() {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  return { location: one(raw["location"]), invitation: one(raw["invitation"]) };
}

export const screens = {
  "/authentication/login": () => (
    <LoginPage search={useLoginSearch()}>
      <DeviceFavorites />
    </LoginPage>
  ),
  "/authentication/register": () => (
    <RegisterPage search={useLoginSearch()}>
      <DeviceFavorites />
    </RegisterPage>
  ),
  "/authentication/recover": () => (
    <RecoverPage search={useLoginSearch()}>
      <DeviceFavorites />
    </RecoverPage>
  ),
  "/authentication/logout": LogoutPage,
  "/authentication/setup": SetupPage,
};
