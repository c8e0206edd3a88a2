import { NotFound } from "#components/shell/not-found.tsx";
import { refusalMetadata } from "#components/shell/refusal.tsx";

export const generateMetadata = () => refusalMetadata("notFound");

export default function Page() {
  return <NotFound />;
}
