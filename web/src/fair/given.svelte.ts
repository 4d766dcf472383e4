// The record that is to be checked, where another part of the page hands one over.
class Given {
  text = $state.raw<string | null>(null);
}

export const given = new Given();
