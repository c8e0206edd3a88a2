import { Forbidden } from "#components/shell/forbidden.tsx";

export default function Inside() {
  return <Forbidden inside />;
}
