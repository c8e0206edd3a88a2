import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

// Fetched when somebody presses the button, and by no page before.
const load = () => import("@simplewebauthn/browser");

/** The answer of a passkey as a form's field holds it; null where the person, or the browser, thought better of it. */
export async function signWithPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<string | null> {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON }).then(JSON.stringify, () => null);
}

export async function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<string | null> {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON }).then(JSON.stringify, () => null);
}

export function formOf(fields: Record<string, string | undefined>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  return form;
}
