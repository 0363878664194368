import { createLazyRoute } from "@tanstack/react-router";
import { LoginPage } from "../features/account/LoginPage.tsx";
import { LogoutPage } from "../features/account/LogoutPage.tsx";
import { RecoverPage } from "../features/account/RecoverPage.tsx";
import { RegisterPage } from "../features/account/RegisterPage.tsx";
import { SetupPage } from "../features/account/SetupPage.tsx";
import { SignedOnPage } from "../features/account/SignedOnPage.tsx";
import { DeviceFavorites } from "../features/favorites/DeviceFavorites.tsx";

export const login = createLazyRoute("/authentication/login")({
  component: () => (
    <LoginPage search={login.useSearch()}>
      <DeviceFavorites />
    </LoginPage>
  ),
});

export const register = createLazyRoute("/authentication/register")({
  component: () => (
    <RegisterPage search={register.useSearch()}>
      <DeviceFavorites />
    </RegisterPage>
  ),
});

export const recover = createLazyRoute("/authentication/recover")({
  component: () => (
    <RecoverPage search={recover.useSearch()}>
      <DeviceFavorites />
    </RecoverPage>
  ),
});

export const singleSignOn = createLazyRoute("/authentication/single_sign_on")({
  component: () => <SignedOnPage search={singleSignOn.useSearch()} />,
});

export const logout = createLazyRoute("/authentication/logout")({ component: LogoutPage });
export const setup = createLazyRoute("/authentication/setup")({ component: SetupPage });
