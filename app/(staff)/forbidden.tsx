import InterruptedPage from "#app/error.tsx";
import { readRefusal } from "#components/shell/refusal-words.ts";

export default async function Inside() {
  return <InterruptedPage words={await readRefusal("forbidden")} inside />;
}
