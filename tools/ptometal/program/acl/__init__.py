# SPDX-License-Identifier: Apache-2.0
"""Programs of the host API (acl.h): they run on this computer, and their launches go to one boot of an image."""
