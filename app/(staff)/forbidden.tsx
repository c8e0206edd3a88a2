import InterruptedPage from "#app/error.tsx";
import { readRefusal } from "#components/shell/refusal-words.ts";

export default async function Inside() {
  return <InterruptedPage {...await readRefusal("forbidden")} inside />;
}
