export const against = {
  id: "against", title: "J and B against T", about: "", needs: {},
  mount() { return {draw() {}, close() {}}; },
};
