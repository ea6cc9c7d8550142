// SPDX-License-Identifier: Apache-2.0
for (const line of document.querySelectorAll(".filter")) {
  line.hidden = false;
  line.firstElementChild.addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase();
    for (const item of line.parentElement.querySelectorAll(".item"))
      item.hidden = !item.textContent.toLowerCase().includes(words);
  });
}
