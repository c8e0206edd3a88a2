import { ask, type Answer } from "#e2e/support/ask.ts";
import type { BuiltAction } from "#e2e/access-matrix/built.ts";
import type { Outcome } from "#e2e/access-matrix/rules.ts";

type ActionPost = {
  url: string;
  action: Pick<BuiltAction, "id" | "name">;
  cookie?: string | null;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  localAddress?: string;
};

/** An action that is a plain form's takes the form alone; the others get their last answer before it. */
const takesFormAlone = (name: string) => name.startsWith("lib/preferences/");

const boundary = "----form";
const part = ([name, value]: [string, string]) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Posts an action as the browser does once the page's script runs. */
export function postAction({
  url,
  action,
  cookie,
  fields = {},
  headers = {},
  localAddress,
}: ActionPost): Promise<Answer> {
  const parts = Object.entries(fields).map(([name, value]): [string, string] => [`_1_${name}`, value]);
  parts.push(["0", takesFormAlone(action.name) ? '["$K1"]' : '[null,"$K1"]']);
  return ask(url, {
    method: "POST",
    cookie,
    localAddress,
    headers: {
      accept: "text/x-component",
      "next-action": action.id,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    body: `${parts.map(part).join("")}--${boundary}--\r\n`,
  });
}

/** Posts an action with arguments that no form ever makes. */
export function postNonsense({ url, action, cookie }: ActionPost, body = "[]"): Promise<Answer> {
  const headers = { "next-action": action.id, "content-type": "text/plain;charset=UTF-8" };
  return ask(url, { method: "POST", cookie, headers: { accept: "text/x-component", ...headers }, body });
}

/** What an action answered, in the words of the table. */
export function outcomeOf({ status, headers, text }: Answer): Outcome {
  const redirect = headers["x-action-redirect"];
  // What was made just now has an id that no table knows.
  const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
  if (redirect) return `→ ${String(redirect).split(";")[0]?.replace(uuid, "[id]")}`;
  const returned = /^1:(.*)$/m.exec(text)?.[1];
  if (returned === undefined) return `status ${status}: ${text.slice(0, 200)}`;
  if (returned === '"$undefined"') return "silent";
  const result = JSON.parse(returned) as { ok?: boolean; error?: string };
  return result.ok ? "done" : (result.error ?? `status ${status}: ${returned}`);
}
