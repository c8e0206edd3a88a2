import InterruptedPage from "#app/error.tsx";
import { readRefusal, refusalMetadata } from "#components/shell/refusal-words.ts";

export const generateMetadata = () => refusalMetadata("notFound");

export default async function Page() {
  return <InterruptedPage {...await readRefusal("notFound")} />;
}
