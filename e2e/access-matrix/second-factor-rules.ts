import {
  action,
  everybody,
  page,
  staff,
  type ActionRule,
  type Open,
  type RouteRule,
} from "#e2e/access-matrix/rules.ts";
import { t } from "#e2e/support/words.ts";

const half: Open = ["half"];
const none = () => ({});
const actions = "lib/auth/second-factor/actions.ts#";

const asPasskey = (response: object) =>
  JSON.stringify({ id: "AA", rawId: "AA", type: "public-key", clientExtensionResults: {}, response });
const assertion = asPasskey({ clientDataJSON: "AA", authenticatorData: "AA", signature: "AA" });
const registration = asPasskey({ clientDataJSON: "AA", attestationObject: "AA" });

export const secondFactorRoutes: Record<string, RouteRule> = {
  "/sign-in/second-step": page(half, t("secondFactor.step.title"), undefined, "/sign-in"),
  "/sign-in/set-up": page(staff, t("secondFactor.setUp.title")),
  "/account/second-factor": page(staff, t("secondFactor.title")),
};

export const secondFactorActions: Record<string, ActionRule> = {
  [`${actions}completeByCode`]: {
    ...action(half, ({ recoveryCode }) => ({ code: recoveryCode }), "→ /admin"),
    otherwise: "no_half",
  },
  [`${actions}askPasskey`]: action(everybody, () => ({ for: "coming_in" }), "done"),
  [`${actions}enterByPasskey`]: {
    ...action(half, () => ({ answer: assertion }), "wrong_passkey"),
    otherwise: "no_half",
  },
  [`${actions}askPasskeyAgain`]: action(staff, none, "done", "done"),
  [`${actions}proveByPasskey`]: action(staff, () => ({ answer: assertion }), "wrong_passkey"),
  [`${actions}askNewPasskey`]: action(staff, none, "done", "done"),
  [`${actions}addPasskey`]: action(staff, () => ({ answer: registration, name: "Key" }), "wrong_passkey"),
  // The sample's people have none.
  [`${actions}removePasskey`]: action(staff, () => ({ id: crypto.randomUUID() }), "not_found"),
  [`${actions}setUpCodeApp`]: action(staff, none, "done", "done"),
  [`${actions}removeCodeApp`]: action(staff, none, "not_found", "not_found"),
  [`${actions}renewRecoveryCodes`]: action(staff, none, "no_second_factor", "no_second_factor"),
};
