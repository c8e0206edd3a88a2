/** What somebody may choose from, as the page found it. */
export type Choices = {
  benchmark: { slug: string; cases: number };
  tracks: readonly { name: string; cases: number }[];
  /** Opened ones, with how many cases people were served. */
  studies: readonly { slug: string; title: string; cases: number; arms: readonly string[] }[];
  endpoints: readonly {
    id: number;
    name: string;
    host: string;
    isFake: boolean;
    isKeyReadable: boolean;
    currency: string;
  }[];
  /** Versions of templates that cases may be asked by, instead of by their own prompts. */
  versions: readonly { id: number; name: string; number: number }[];
  /** Where cases that are shown first may come from, with the runs that answered them. */
  pools: readonly { slug: string; name: string; runs: readonly { id: number; label: string }[] }[];
  /** What tokens are counted by, and how many an answer without a limit is reckoned with. */
  counted: { by: string; answer: number };
};

/** What stands in the form at this moment, by the names of its fields. */
export type FormValues = Readonly<Record<string, string>>;

export const readFormValues = (form: HTMLFormElement): FormValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

export const hostOf = (address: string): string => new URL(address).host;

/** What a run of such settings is usually called. */
export function suggestMethod({ samples = "1", orders = "1", shots = "0" }: FormValues): string {
  const parts = [
    ...(shots === "0" ? [] : [`few-shot ${shots}`]),
    ...(Number(samples) > 1 ? [`self-consistency ${samples}`] : []),
    ...(Number(orders) > 1 ? [`mean over ${orders} orders`] : []),
  ];
  return parts.join(" + ") || "zero-shot";
}
