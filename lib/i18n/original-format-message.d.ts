declare module "#node_modules/use-intl/dist/esm/production/format-message/index.js" {
  export { default } from "use-intl/format-message";
}
