const inApi: readonly (readonly [RegExp, string])[] = [
  [/^\/health/, "health"],
  [/^\/metrics$/, "metrics"],
  [/^\/sittings\/[^/]+\/answers$/, "answers"],
  [/^\/sittings\/[^/]+\/cases$/, "cases"],
  [/^\/sittings\/[^/]+\/state$/, "state"],
  [/^\/studies\/[^/]+\/(live|results\/stamp)$/, "watching"],
  [/^\/benchmarks\/[^/]+\/uploads/, "uploads"],
  [/\/(figures?|tables)(\/|$)/, "figures"],
  [/\/(export|export\.zip|report|report\.zip|copies)(\/|$)|\/record\//, "files"],
  [/^\/v1(\/|$)/, "programs"],
];

const pages: readonly (readonly [RegExp, string])[] = [
  [/^\/(_next|icon\.svg|favicon\.ico|robots\.txt)/, "static"],
  [/^\/(enter|sign-in)(\/|$)/, "signing_in"],
  [/^\/(join|come-back)(\/|$)/, "joining"],
  [/^\/sittings\/[^/]+\/\d+$/, "case_page"],
  [/^\/sittings(\/|$)/, "sitting_pages"],
  [/^\/studies\/[^/]+\/results(\/|$)/, "results"],
  [/^\/(studies|account)(\/|$)/, "studies"],
  [/^\/admin(\/|$)/, "admin"],
];

/** The few words that requests are counted under. */
export const requestGroups: readonly string[] = [...inApi, ...pages]
  .map(([, group]) => group)
  .concat("other");

export function groupOf(path: string): string {
  const isApi = path.startsWith("/api/");
  const rest = isApi ? path.slice(4) : path;
  return (isApi ? inApi : pages).find(([pattern]) => pattern.test(rest))?.[1] ?? "other";
}
