// What stands in for modules and globals of Node in the browser. The wallet uses `equal` of assert, and Buffer for
// typed data; the rest is imported for calls from Node, which do not happen here.
export default {
  equal(one, other) {
    if (one !== other) throw new Error(`${one} is not ${other}`);
  },
};
export { Buffer } from "buffer";
