import { builtActions } from "#e2e/access-matrix/built.ts";
import { postAction } from "#e2e/access-matrix/post-action.ts";
import type { Answer } from "#e2e/support/ask.ts";

type PostOptions = Omit<Parameters<typeof postAction>[0], "action">;

/** What the forms for coming and going post, without a browser. */
export function postAuth(name: "enter" | "signIn" | "signOut", posting: PostOptions): Promise<Answer> {
  const action = builtActions.find((one) => one.name === `lib/auth/actions.ts#${name}`);
  if (!action) throw new Error(`${name} is not built`);
  return postAction({ ...posting, action });
}
